/**
 * Calls one cli tool in a process of its own, for tests that kill or measure it. Its one argument is the JSON of a
 * CallProcess. Prints what the call gave and how much memory it took, as one line of JSON.
 */
import { cliProtocol } from '../cli-protocol.ts';
import type { CallTemplate } from '../../manual-format.ts';
import type { Host } from '../../protocol.ts';
import type { CallProcess } from './bundle.ts';

async function main({ root, home, template }: CallProcess): Promise<void> {
  const host: Host = {
    cwd: root,
    root,
    home,
    env: process.env,
    now: Date.now,
    signal: new AbortController().signal,
    progress: () => {},
    warn: () => {},
    allow: {},
  };
  const call = (each: CallTemplate) => {
    const tool = { name: 'tool', description: '', inputs: {}, outputs: {}, tags: [], tool_call_template: each };
    return cliProtocol.call({ manualName: 'test', tool, template: each, args: {} }, host);
  };
  await call({ call_template_type: 'cli', commands: [{ command: 'true' }] });
  const before = process.memoryUsage().rss;
  let most = before;
  const measure = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const result = await call(template);
  clearInterval(measure);
  process.stdout.write(`${JSON.stringify({ result, memory: most - before })}\n`);
}

void main(JSON.parse(process.argv[2] ?? '') as CallProcess);
