import { SANDBOX_SETTINGS, describeConfinement, type Policy, type SandboxSetting } from '@helve/policy';
import { sanitise } from '../text/sanitise.ts';
import { type Line, type Role, span } from '../text/span.ts';
import type { BuiltIn } from './command.ts';

const DESCRIPTIONS: Readonly<Record<SandboxSetting, string>> = {
  auto: 'programs run in the sandbox where there is one',
  required: 'programs run in the sandbox or not at all',
  off: 'programs run outside the sandbox, after approval',
};

/** Chosen first in the list, so that nothing is changed by accident. */
const SHOW = 'show';

export const sandbox: BuiltIn = {
  name: 'sandbox',
  description: 'Show what programs may do, or change the sandbox for this conversation',
  argumentHint: '[auto|required|off]',
  choices: () => [
    { name: SHOW, description: 'what programs may do now' },
    ...SANDBOX_SETTINGS.map((name) => ({ name, description: DESCRIPTIONS[name] })),
  ],
  run: async (args, ui) => {
    const { shown } = ui;
    if (!shown?.permissions) return ui.notice('No conversation yet.', 'warning');
    const said = args.trim().toLowerCase();
    const wanted = SANDBOX_SETTINGS.find((name) => name === said);
    if (said !== '' && said !== SHOW && !wanted) {
      return ui.notice(`No such setting. One of: ${SANDBOX_SETTINGS.join(', ')}.`, 'error');
    }
    if (wanted) await shown.conversation.setSandbox(wanted);
    const { authority, place } = shown.permissions.caller;
    const confinement = await authority.confinement(place);
    const rows: readonly Row[] = [
      ...(await stateRows(authority.policy)),
      ...(confinement ? [['programs', describeConfinement(confinement), 'plain'] as const] : []),
      ...ruleRows(authority.policy),
    ];
    ui.print(
      rows.map(([name, value, role]): Line => {
        const style = role === 'plain' ? {} : { role };
        return [span(`  ${name.padEnd(10)}`, { role: 'muted' }), span(sanitise(value), style)];
      }),
    );
  },
};

type Row = readonly [name: string, value: string, role: Role | 'plain'];

async function stateRows({ sandbox: used }: Policy): Promise<readonly Row[]> {
  if (!used) return [['sandbox', 'off: nothing is asked in this mode', 'warning']];
  const { setting, source } = used;
  if (setting === 'off') return [['sandbox', `off (${source}): programs run outside, after approval`, 'warning']];
  const state = await used.state();
  if (state.works) return [['sandbox', `on: ${state.driver} (${setting}, ${source})`, 'success']];
  const effect = setting === 'required' ? 'no program runs' : 'programs run outside, after approval';
  return [
    ['sandbox', `not available, so ${effect} (${setting}, ${source})`, 'warning'],
    ...state.causes.map((cause) => ['cause', cause, 'plain'] as const),
    ['remedy', state.remedy, 'plain'],
  ];
}

/** The rules that give programs more than the sandbox does, or let them leave it. */
function ruleRows({ basis }: Policy): readonly Row[] {
  return (basis?.rules ?? [])
    .filter(({ verdict, text }) => verdict === 'allow' && /^(?:Network|Socket|Unconfined|Edit|Write)\b/.test(text))
    .map(({ text, source }) => ['allow', `${text}  (${source})`, 'plain'] as const);
}
