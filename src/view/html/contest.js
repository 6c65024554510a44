/* The script of a contest's page. Without it everything is there but sorting, searching, and the numbers behind a large
   picture. */
'use strict';
(function () {
  const table = document.getElementById('ranking');
  if (!table) return;
  const body = table.tBodies[0], rows = Array.from(body.rows), heads = Array.from(table.tHead.rows[0].cells);
  const names = rows.map(row => row.cells[0].textContent + '. ' + row.cells[1].textContent);

  // A click on a title sorts; the second reverses. Numbers that are better when they are higher begin with the highest.
  function key(row, i) {
    const cell = row.cells[i];
    return cell.classList.contains('n') ? parseFloat(cell.textContent) || 0 : cell.textContent;
  }
  function sort(i, down) {
    rows.slice().sort(function (a, b) {
      const x = key(a, i), y = key(b, i), order = typeof x === 'number' ? x - y : x.localeCompare(y);
      return down ? -order : order;
    }).forEach(row => body.appendChild(row));
    heads.forEach(function (head, j) {
      if (j === i) head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    });
  }
  heads.forEach(function (head, i) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.textContent = '';
    head.appendChild(button);
    button.addEventListener('click', function () {
      const up = head.getAttribute('aria-sort') === 'ascending', first = i > 1 && i < 4;
      sort(i, head.hasAttribute('aria-sort') ? up : first);
    });
  });

  const find = document.createElement('input');
  find.type = 'search';
  find.placeholder = 'Find a name or a file';
  find.setAttribute('aria-label', find.placeholder);
  table.parentNode.insertBefore(find, table);
  find.addEventListener('input', function () {
    const wanted = find.value.toLowerCase();
    rows.forEach(row => { row.hidden = row.textContent.toLowerCase().indexOf(wanted) < 0; });
  });

  // The large picture: the upper triangle of the rates, three digits of base 64 each.
  const picture = document.getElementById('picture'), data = document.getElementById('packed');
  const told = document.getElementById('told');
  if (!picture || !data) return;
  const text = data.textContent.trim(), n = names.length;
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  function upper(i, j) {
    const at = 3 * (i * n - i * (i + 1) / 2 + j - i - 1);
    let level = 0;
    for (let k = 0; k < 3; k++) level = 64 * level + digits.indexOf(text[at + k]);
    return level / 262143;
  }
  function rate(i, j) { return i === j ? .5 : i < j ? upper(i, j) : 1 - upper(j, i); }
  function tell(i, j) {
    told.textContent = i === j ? names[i] + ' against itself: a half'
      : names[i] + ' against ' + names[j] + ': ' + (100 * rate(i, j)).toFixed(3) + ' %';
  }
  let row = 0, column = 0;
  picture.addEventListener('pointermove', function (event) {
    const box = picture.getBoundingClientRect();
    const j = Math.floor((event.clientX - box.left) / box.width * n);
    const i = Math.floor((event.clientY - box.top) / box.height * n);
    if (i < 0 || j < 0 || i >= n || j >= n) return;
    row = i;
    column = j;
    tell(i, j);
  });
  picture.addEventListener('keydown', function (event) {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    if (!step) return;
    event.preventDefault();
    row = Math.min(n - 1, Math.max(0, row + step[0]));
    column = Math.min(n - 1, Math.max(0, column + step[1]));
    tell(row, column);
  });
})();
