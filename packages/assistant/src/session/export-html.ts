import type { MediaPart } from '../model/message.ts';
import type { About } from './about.ts';
import { STYLE } from './export-style.ts';
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
      const broken = item.interrupted === undefined ? '' : '<p class="stop">The answer broke off here.</p>';
      return `<section class="assistant"><h2>Assistant</h2>${thinking}${markdownToHtml(item.text)}${broken}</section>`;
    }
    case 'tool':
      return tool(item);
    case 'note':
      return `<p class="note">Note to the model: ${escapeHtml(item.text)}</p>`;
    case 'summary':
      return `<details class="summary"><summary>Summary of what came before, for the model</summary>${markdownToHtml(item.text)}</details>`;
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
