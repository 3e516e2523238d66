import { type Line, span } from '../text/span.ts';
import { sanitise } from '../text/sanitise.ts';
import type { BuiltIn } from './command.ts';

export const status: BuiltIn = {
  name: 'status',
  description: 'Show the current status',
  run: async (_, ui) => {
    const { host, shown } = ui;
    const conversation = shown?.conversation;
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['helve', host.version],
      ['folder', host.cwd],
      ['home', host.home],
      ['model', conversation ? `${conversation.model.name} (${conversation.model.id})` : 'none'],
      ['effort', conversation?.effort],
      ['mode', conversation?.mode],
      ['conversation', conversation?.id],
      ['log', conversation?.log.file],
      ['theme', ui.theme],
      ['editor', ui.editorMode],
    ];
    ui.print(
      rows.flatMap(([name, value]): readonly Line[] =>
        value === undefined ? [] : [[span(`  ${name.padEnd(14)}`, { role: 'muted' }), span(sanitise(value))]],
      ),
    );
  },
};
