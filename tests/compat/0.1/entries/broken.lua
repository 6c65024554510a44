return { name = "No decide" }
