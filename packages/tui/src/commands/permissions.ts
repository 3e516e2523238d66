import { type Line, line, span } from '../text/span.ts';
import { sanitise } from '../text/sanitise.ts';
import type { BuiltIn } from './command.ts';
import { resultLines } from './lines.ts';

interface Listed {
  readonly rules: readonly Rule[];
  readonly roots: readonly { readonly folders: readonly string[]; readonly source: string }[];
  readonly leftOut: readonly { readonly file: string; readonly what: readonly string[] }[];
}

interface Rule {
  readonly verdict: string;
  readonly rule: string;
  readonly source: string;
}

export const permissions: BuiltIn = {
  name: 'permissions',
  description: 'Show the mode and the permission rules',
  run: async (_, ui) => {
    const result = await ui.run('helve permissions list');
    if (result.error) return ui.print(resultLines(result));
    const { rules, roots, leftOut } = result.data as Listed;
    const { shown } = ui;
    const own = (shown?.permissions?.rules ?? []).map(({ verdict, text }) => ({
      verdict,
      rule: text,
      source: 'this conversation',
    }));
    ui.print([
      ...(shown ? [row('mode', shown.conversation.mode, '/mode changes it')] : []),
      ...[...own, ...rules].map(({ verdict, rule, source }) => row(verdict, rule, source)),
      ...roots.map(({ folders, source }) => row('only', folders.join(', '), source)),
      ...leftOut.map(({ file, what }) => line(sanitise(`  not trusted: ${file}: ${what.join('; ')}`))),
      ...(own.length + rules.length === 0 ? [line('  There are no rules.', { role: 'muted' })] : []),
    ]);
  },
};

function row(what: string, value: string, source: string): Line {
  return [
    span(`  ${what.padEnd(6)} `, { role: 'accent' }),
    span(sanitise(value)),
    span(`  ${sanitise(source)}`, { role: 'muted' }),
  ];
}
