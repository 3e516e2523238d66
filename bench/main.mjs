/**
 * `npm run bench [group …]`: each row is a ratio or a rate measured in this run, next to what it is compared with.
 * Prints a table and writes bench/results.json. A row beyond its limit is marked, and the exit code says so.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { argv, chdir, exit } from 'node:process';
import { assistantRows } from './assistant.mjs';
import { browserRows } from './browser.mjs';
import { commandRows } from './commands.mjs';
import { columns } from './measure.mjs';
import { screenRows } from './screen.mjs';
import { searchRows } from './search.mjs';
import { serviceRows } from './service.mjs';
import { shellRows } from './shell.mjs';
import { startRows } from './start.mjs';
import { toolboxRows } from './toolbox.mjs';

chdir(new URL('..', import.meta.url).pathname);
// It makes every start of Node 20 read a file of certificates, which has nothing to do with us.
delete process.env.NODE_EXTRA_CA_CERTS;

const GROUPS = {
  start: startRows,
  commands: commandRows,
  search: searchRows,
  service: serviceRows,
  shell: shellRows,
  toolbox: toolboxRows,
  assistant: assistantRows,
  screen: screenRows,
  browser: browserRows,
};
const wanted = argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(GROUPS, name));
if (unknown) {
  console.error(`There is no group ${unknown}: ${Object.keys(GROUPS).join(', ')}`);
  exit(2);
}

const rows = [];
for (const [name, measure] of Object.entries(GROUPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring ${name} …`);
  for (const row of await measure()) rows.push({ group: name, ...row, holds: holds(row) });
}

console.log(table(rows));
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'cpu'}, Node ${process.version}`;
await writeFile('bench/results.json', `${JSON.stringify({ machine, rows }, null, 2)}\n`);
exit(rows.every((row) => row.holds) ? 0 : 1);

function holds({ value, atMost, atLeast }) {
  return (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
}

function table(all) {
  const lines = all.map(({ name, value, unit, against, atMost, atLeast, detail, holds: good }) => [
    name,
    `${value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')} ${unit}`,
    against,
    atMost === undefined ? `>= ${atLeast.toLocaleString('en')}` : `<= ${atMost}`,
    good ? 'ok' : 'BEYOND',
    detail,
  ]);
  return columns([['what', 'measured', 'compared with', 'goal', '', 'in this run'], ...lines]);
}
