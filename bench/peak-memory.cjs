/** Loaded before a program that is measured: says on descriptor 3 how much memory it had at most, in kilobytes. */
const { readFileSync, writeSync } = require('node:fs');

process.on('exit', () => writeSync(3, String(peak())));

/** On Linux maxRSS counts what the parent had before the program was started; VmHWM does not. */
function peak() {
  try {
    return /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
