import type { PermissionOption, RequestPermissionRequest, ToolCallContent } from '@agentclientprotocol/sdk';
import type { PermissionAnswer, PermissionQuestion, UserQuestion } from '@helve/assistant';
import type { Place } from '@helve/command';
import { diffOf, kindOf, locationsOf, textContent, titleOf } from './tool-call.ts';

/** A question about a call, with the answers that the screen offers too. */
export function permissionRequest(
  sessionId: string,
  question: PermissionQuestion,
  where: Pick<Place, 'cwd' | 'env'>,
): RequestPermissionRequest {
  const { call, needs } = question;
  return {
    sessionId,
    toolCall: {
      toolCallId: call.id,
      title: needs ? `Allow ${needs.join(' and ')}: ${titleOf(call)}` : titleOf(call),
      name: call.name,
      kind: kindOf(call.name),
      status: 'pending',
      rawInput: call.input,
      locations: locationsOf(call, where),
      content: contentOf(question, where),
    },
    options: optionsFor(question),
  };
}

/** The meaning of the chosen option. No choice counts as a denial. */
export function answerOf(option: string | undefined): PermissionAnswer {
  if (option === 'once' || option === 'conversation' || option === 'project') return { allow: option };
  return { allow: 'no' };
}

function optionsFor({ rules, needs }: PermissionQuestion): PermissionOption[] {
  const rule = rules.join(', ');
  const longer: PermissionOption[] = [
    { optionId: 'conversation', kind: 'allow_always', name: `Allow in this conversation: ${rule}` },
    { optionId: 'project', kind: 'allow_always', name: `Always allow in this project: ${rule}` },
  ];
  return [
    { optionId: 'once', kind: 'allow_once', name: needs ? 'Allow once, and run it again' : 'Allow once' },
    ...(rules.length > 0 ? longer : []),
    { optionId: 'no', kind: 'reject_once', name: 'Deny' },
  ];
}

/** All that the user needs to decide: what would change or run, why they are asked, and where programs would run. */
function contentOf(question: PermissionQuestion, where: Pick<Place, 'cwd' | 'env'>): ToolCallContent[] {
  const { call, decision, commands = [], doubts = [], needs, runs, paths, diff } = question;
  const change = diffOf(call, where);
  const { rule, source, reason } = decision;
  const because = `Asked because ${reason}${rule.startsWith('mode ') ? '' : ` (${rule}, ${source})`}.`;
  const words = [
    ...(commands.length > 1 ? [`It runs:\n${commands.map((command) => `$ ${command}`).join('\n')}`] : []),
    ...doubts,
    ...(change.length === 0 && diff !== undefined ? [diff] : []),
    ...(change.length === 0 && diff === undefined && commands.length === 0
      ? paths.map(({ access, path }) => `${access} ${path}`)
      : []),
    needs ? `It failed in the sandbox because it needs ${needs.join(' and ')}.` : because,
    ...(runs && !needs ? [runs.text] : []),
  ];
  return [...change, textContent(words.join('\n\n'))];
}

/** A question of the model with options, as a question about the call that asks it. */
export function choiceRequest(
  sessionId: string,
  toolCallId: string,
  { question, options }: UserQuestion,
): RequestPermissionRequest {
  return {
    sessionId,
    toolCall: { toolCallId, title: question, status: 'pending', content: [textContent(question)] },
    options: options.map((name, index) => ({
      optionId: String(index),
      name,
      kind: /^no\b/i.test(name) ? 'reject_once' : 'allow_once',
    })),
  };
}
