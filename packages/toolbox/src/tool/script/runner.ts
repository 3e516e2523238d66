/**
 * The program that runs a script, as text for `node -e`. It talks in lines of JSON: the script comes first, then answers to
 * calls. What a script could reach beyond the language is taken away before it starts; the sandbox is what holds.
 */
export const RUNNER = String.raw`'use strict';
const { runInThisContext } = require('node:vm');
const { stdin, stdout } = process;
const exit = process.exit.bind(process);
const waiting = new Map();
let next = 1;
const send = (message, then) => stdout.write(JSON.stringify(message) + '\n', then);
const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value) ?? String(value));
const helve = (command, input = {}) =>
  new Promise((resolve, reject) => {
    const id = next++;
    // Made here, so that it knows the line of the call.
    const error = new Error();
    waiting.set(id, { resolve, reject: (failure) => reject(Object.assign(error, failure)) });
    send({ call: id, command: String(command), input });
  });
const print = (...values) => void send({ print: values.map(textOf).join(' ') });
const fail = (error) => {
  const stack = String(error?.stack ?? '');
  const line = Number(/script\.js:(\d+)/.exec(stack)?.[1] ?? 0);
  const name = error instanceof Error ? error.name + ': ' : '';
  send({ failed: { message: name + String(error?.message ?? error), line, code: error?.code } }, () => exit(1));
};
const start = async (script) => {
  try {
    const work = runInThisContext('(async (helve, print, console) => {' + script + '\n})', { filename: 'script.js' });
    const value = await work(helve, print, { log: print, info: print, warn: print, error: print });
    send({ done: JSON.stringify(value) ?? 'null' }, () => exit(0));
  } catch (error) {
    fail(error);
  }
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
for (const name of ['require', 'module', 'exports', '__filename', '__dirname', 'process', 'fetch', 'WebSocket', 'EventSource', 'Buffer']) delete globalThis[name];
let held = '';
stdin.setEncoding('utf8').on('data', (chunk) => {
  held += chunk;
  for (let end = held.indexOf('\n'); end >= 0; end = held.indexOf('\n')) {
    const message = JSON.parse(held.slice(0, end));
    held = held.slice(end + 1);
    if (typeof message.script === 'string') {
      void start(message.script);
      continue;
    }
    const call = waiting.get(message.answer);
    waiting.delete(message.answer);
    if (message.error) call?.reject(message.error);
    else call?.resolve(message.data);
  }
});
`;
