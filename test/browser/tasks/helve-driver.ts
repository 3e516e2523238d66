import { readFile } from 'node:fs/promises';
import type { Driver, Thing } from './agent.ts';

/** Runs a browser command and gives its data. */
export type Run = (
  action: string,
  input: Readonly<Record<string, string | number | boolean | readonly string[]>>,
) => Promise<object>;

export function helveDriver(run: Run): Driver {
  let session = '';
  let calls = 0;
  const act = async (action: string, input: Parameters<Run>[1] = {}) => {
    calls++;
    return (await run(action, session === '' ? input : { session, ...input })) as Readonly<Record<string, unknown>>;
  };
  return {
    name: 'helve',
    calls: () => calls,
    open: async (url) => {
      const opened = await act('tab open', { url });
      session = String(opened.session);
    },
    snapshot: async () => String((await act('snapshot')).tree),
    things: (snapshot) => [...snapshot.matchAll(THING)].map(toThing),
    click: (element, { count = 1, at } = {}) => act('click', { element, count, ...(at ? { at: at.join(',') } : {}) }),
    // What shows itself under the pointer does so under the real one.
    hover: (element) => act('hover', { element, realPointer: true }),
    fill: (element, value) => act('fill', { element, value }),
    type: (element, text) => act('type', { text, ...(element === undefined ? {} : { element }) }),
    press: (key, count) => act('press', { key, count }),
    select: (element, optionText) => act('select', { element, optionText }),
    drag: (element, toElement) => act('drag', { element, toElement }),
    upload: (element, file) => act('upload', { element, files: [file] }),
    download: async (element) => readFile(String((await act('download', { element })).file), 'utf8'),
    scroll: (element, by) => act('scroll', { element, by: String(by) }),
    switchTab: async () => {
      const { tabs } = await act('tab list');
      await act('session bind', { tab: (tabs as readonly { tab: string }[]).at(-1)?.tab ?? '' });
    },
    // The session goes back by itself when a window closes.
    returnToFirst: async () => {},
  };
}

/** `button "Save" [el7 …]`, `gridcell [el8]: text "12"`, and in a row of a table `"Tons" [el9]` or `12 [el10]`. */
const THING =
  /(?:([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?|("(?:[^"\\]|\\.)*"|[-+\d.,%]+)) \[(el\d+)[^\]]*\](?:: text ("(?:[^"\\]|\\.)*"))?/g;

function toThing({ index, 1: role = 'cell', 2: name, 3: cell, 4: handle = '', 5: text }: RegExpExecArray): Thing {
  const words = name ?? cell ?? text ?? '';
  return { role, name: words.startsWith('"') ? (JSON.parse(words) as string) : words, handle, at: index };
}
