-- The function has another name.
return { name = "Choose", choose = function() return 4 end }
