import type { About } from './about.ts';
import { briefCall, type Item } from './transcript.ts';

/** A conversation as a Markdown document. */
export function toMarkdown(about: About, items: readonly Item[]): string {
  const { title, id, cwd, begunAt, models, costUsd } = about;
  const facts = [id, cwd, begunAt, models.join(', '), costUsd > 0 ? `$${costUsd.toFixed(4)}` : ''];
  const head = `# ${oneLine(title)}\n\n${facts.filter(Boolean).join(' · ')}`;
  return `${[head, ...items.map(toSection)].join('\n\n')}\n`;
}

function toSection(item: Item): string {
  switch (item.kind) {
    case 'user':
      return `## User\n\n${[item.text.trimEnd(), ...item.media.map(({ mediaType }) => `*[${mediaType}]*`)].join('\n\n')}`;
    case 'assistant': {
      const thinking = item.thinking === '' ? [] : [quote(item.thinking)];
      const broken = item.interrupted === undefined ? [] : ['*[The answer is incomplete.]*'];
      return ['## Assistant', ...thinking, item.text, ...broken].filter(Boolean).join('\n\n');
    }
    case 'tool': {
      const failed = item.outcome === 'ok' ? '' : ` – ${item.outcome ?? 'no result'}`;
      const media = item.media.map(({ mediaType }) => `*[${mediaType}]*`);
      const parts = [fence(JSON.stringify(item.input, null, 2), 'json'), ...(item.result ? [fence(item.result)] : [])];
      return [`### ${codeSpan(briefCall(item))}${failed}`, ...parts, ...media].join('\n\n');
    }
    case 'note':
      return quote(`Note to the model: ${item.text}`);
    case 'summary':
      return `## Summary of what came before\n\n${quote(item.text)}`;
    case 'stop':
      return `*${item.text}*`;
  }
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** A block of code whose fence is longer than any in it. */
function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return longest === 0 ? `${ticks}${text}${ticks}` : `${ticks} ${text} ${ticks}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
