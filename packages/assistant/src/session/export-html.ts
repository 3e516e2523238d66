import type { MediaPart } from '../model/message.ts';
import type { About } from './about.ts';
import { escapeHtml, markdownToHtml } from './markdown-html.ts';
import { briefCall, type Item } from './transcript.ts';

/** A conversation as one page that loads nothing and runs nothing. */
export function toHtml(about: About, items: readonly Item[]): string {
  const { title, id, cwd, begunAt, models, answers, costUsd, usage } = about;
  const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
  const facts = [
    ['Conversation', id],
    ['Folder', cwd],
    ['Begun', begunAt.replace('T', ' ').slice(0, 16)],
    ['Model', models.join(', ')],
    ['Answers', String(answers)],
    ['Tokens', tokens.toLocaleString('en-US')],
    ['Cost', costUsd > 0 ? `$${costUsd.toFixed(4)}` : ''],
  ].filter(([, value]) => value !== '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="generator" content="helve">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<dl>${facts.map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>
</header>
<main>
${items.map(toElement).join('\n')}
</main>
</body>
</html>
`;
}

function toElement(item: Item): string {
  switch (item.kind) {
    case 'user':
      return `<section class="user"><h2>User</h2><p class="said">${escapeHtml(item.text)}</p>${images(item.media)}</section>`;
    case 'assistant': {
      const thinking =
        item.thinking === ''
          ? ''
          : `<details class="thinking"><summary>Thinking</summary><p class="said">${escapeHtml(item.thinking)}</p></details>`;
      const broken = item.interrupted === undefined ? '' : '<p class="stop">The answer is incomplete.</p>';
      return `<section class="assistant"><h2>Assistant</h2>${thinking}${markdownToHtml(item.text)}${broken}</section>`;
    }
    case 'tool':
      return tool(item);
    case 'note':
      return `<p class="note">Note to the model: ${escapeHtml(item.text)}</p>`;
    case 'summary':
      return `<details class="summary"><summary>Summary of the earlier conversation, for the model</summary>${markdownToHtml(item.text)}</details>`;
    case 'stop':
      return `<p class="stop">${escapeHtml(item.text)}</p>`;
  }
}

const STATES = { ok: 'done', error: 'failed', denied: 'not permitted', cancelled: 'cancelled' } as const;

function tool(item: Extract<Item, { readonly kind: 'tool' }>): string {
  const state = item.outcome === undefined ? 'no result' : STATES[item.outcome];
  const seconds = item.durationMs >= 1000 ? ` · ${(item.durationMs / 1000).toFixed(1)} s` : '';
  const input = Object.entries(item.input).map(
    ([name, value]) =>
      `<div><dt>${escapeHtml(name)}</dt><dd><pre>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre></dd></div>`,
  );
  const result = item.result === '' ? '' : `<h3>Result</h3><pre>${escapeHtml(item.result)}</pre>`;
  return `<details class="tool ${item.outcome ?? 'none'}"><summary><code>${escapeHtml(briefCall(item))}</code> <span>${state}${seconds}</span></summary><dl>${input.join('')}</dl>${result}${images(item.media)}</details>`;
}

function images(media: readonly MediaPart[]): string {
  return media
    .map(({ mediaType, data }) =>
      /^image\/(?:png|jpeg|gif|webp)$/.test(mediaType) && /^[A-Za-z0-9+/=\s]*$/.test(data)
        ? `<img alt="" src="data:${mediaType};base64,${data}">`
        : `<p class="note">[${escapeHtml(mediaType)}]</p>`,
    )
    .join('');
}

/** How an exported page looks, by day and by night. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2125; --soft: #5c6670; --paper: #fff; --wash: #f4f5f7; --line: #d9dde2; --mark: #2563a8; --bad: #b3261e; --good: #2e7d4f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e6e9; --soft: #98a2ad; --paper: #16191c; --wash: #1f2429; --line: #343b42; --mark: #7db4ea; --bad: #f2867d; --good: #7cc79a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 52rem; padding: 2.5rem 1.25rem 5rem; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .35rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
h3, h4, h5, h6 { margin: 1.1rem 0 .35rem; font-size: 1rem; }
header { padding-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
header dl { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0; font-size: .85rem; }
header dt { display: inline; color: var(--soft); }
header dt::after { content: ' '; }
header dd { display: inline; margin: 0; }
section { margin: 1.75rem 0; }
.user { padding: .85rem 1.1rem; border-left: 3px solid var(--mark); border-radius: 0 6px 6px 0; background: var(--wash); }
.said { margin: 0; white-space: pre-wrap; }
p { margin: .6rem 0; }
ul, ol { margin: .5rem 0; padding-left: 1.5rem; }
blockquote { margin: .6rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
a { color: var(--mark); }
code, pre { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { padding: .1em .3em; border-radius: 4px; background: var(--wash); }
pre > code { font-size: inherit; }
pre { margin: .5rem 0; padding: .75rem .9rem; border-radius: 6px; background: var(--wash); overflow-x: auto; white-space: pre-wrap; max-height: 32rem; overflow-y: auto; }
table { border-collapse: collapse; margin: .75rem 0; font-size: .92em; }
th, td { padding: .3rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
hr { border: 0; border-top: 1px solid var(--line); }
img { display: block; max-width: 100%; margin: .75rem 0; border: 1px solid var(--line); border-radius: 6px; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--soft); font-size: .9rem; }
.tool { padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 6px; }
.tool > summary > code { background: none; color: var(--ink); }
.tool > summary > span { color: var(--good); }
.tool:not(.ok) > summary > span { color: var(--bad); }
.tool dl { margin: .5rem 0; }
.tool dt, .tool h3 { margin: .5rem 0 0; font-size: .75rem; font-weight: 600; color: var(--soft); }
.tool dd { margin: 0; }
.tool pre { margin-top: .2rem; }
.note, .stop { color: var(--soft); font-size: .9rem; }
.stop { color: var(--bad); }
@media print { details { break-inside: avoid; } pre { max-height: none; } }
`;
