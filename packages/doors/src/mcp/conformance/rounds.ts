import { randomBytes } from 'node:crypto';
import {
  type CallToolResult,
  createRequestStateCodec,
  type InputRequest,
  inputRequired,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Calls that end with questions and are made again with the answers, as the protocol has it since 2026-07-28. */
export type Round = (context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

/** The state of such a call, which a client sends back and cannot change. */
export const STATES = createRequestStateCodec({ key: randomBytes(32) });

const NAME = askFor('What is your name?', 'name');
const GREETING = sample('Generate a greeting', 50);

export const ROUNDS: Readonly<Record<string, Round>> = {
  test_input_required_result_elicitation: rounds({ user_name: NAME }),
  test_input_required_result_sampling: rounds({ capital_question: sample('What is the capital of France?', 100) }),
  test_input_required_result_list_roots: rounds({ client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: rounds({ confirm: askFor('Please confirm', 'ok', 'boolean') }, 'state-ok'),
  test_input_required_result_tampered_state: rounds({ confirm: askFor('Please confirm', 'ok', 'boolean') }, 'state-ok'),
  test_input_required_result_multiple_inputs: rounds(
    { user_name: NAME, greeting: GREETING, client_roots: inputRequired.listRoots() },
    'all',
  ),
  test_input_required_result_multi_round: async ({ mcpReq }) => {
    const before = mcpReq.requestState<string>();
    if (before === 'second' && has(mcpReq, 'step2')) return say('Done.');
    const isSecond = before === 'first' && has(mcpReq, 'step1');
    return inputRequired({
      inputRequests: isSecond
        ? { step2: askFor('Step 2: What is your favorite color?', 'color') }
        : { step1: askFor('Step 1: What is your name?', 'name') },
      requestState: await STATES.mint(isSecond ? 'second' : 'first'),
    });
  },
  test_input_required_result_capabilities: async (context) => {
    const declared = capabilitiesOf(context);
    const inputRequests = {
      ...('elicitation' in declared ? { user_name: NAME } : {}),
      ...('sampling' in declared ? { greeting: GREETING } : {}),
    };
    const isAnswered = Object.keys(inputRequests).every((key) => has(context.mcpReq, key));
    return isAnswered ? say('Done.') : inputRequired({ inputRequests });
  },
  test_streaming_elicitation: rounds({ user_name: NAME }),
  test_missing_capability: async (context) => {
    if ('sampling' in capabilitiesOf(context)) return say('Done.');
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
};

/** A prompt needs an answer too. */
export const PROMPT_CONTEXT = askFor('What context should the prompt use?', 'context');

/** What a client answered to a question of an earlier round. */
export function answerTo(mcpReq: ServerContext['mcpReq'], key: string): unknown {
  return mcpReq.inputResponses?.[key];
}

/** Asks until everything is answered; `state` goes to the client and back. */
function rounds(inputRequests: Readonly<Record<string, InputRequest>>, state?: string): Round {
  return async ({ mcpReq }) => {
    const isAnswered = Object.keys(inputRequests).every((key) => has(mcpReq, key));
    if (isAnswered && (state === undefined || mcpReq.requestState<string>() === state)) {
      return say(`${state ?? 'Hello'}: ${JSON.stringify(mcpReq.inputResponses)}`);
    }
    return inputRequired({
      inputRequests: { ...inputRequests },
      ...(state === undefined ? {} : { requestState: await STATES.mint(state) }),
    });
  };
}

/** An answer is an object; an accepted form has the fields that it asked for. */
function has(mcpReq: ServerContext['mcpReq'], key: string): boolean {
  const answer = answerTo(mcpReq, key);
  if (typeof answer !== 'object' || answer === null) return false;
  return !('action' in answer) || ('content' in answer && typeof answer.content === 'object');
}

function capabilitiesOf({ mcpReq }: ServerContext): object {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const declared = envelope?.['io.modelcontextprotocol/clientCapabilities'];
  return typeof declared === 'object' && declared !== null ? declared : {};
}

function askFor(message: string, field: string, type: 'string' | 'boolean' = 'string'): InputRequest {
  const property = type === 'string' ? ({ type: 'string' } as const) : ({ type: 'boolean' } as const);
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: property }, required: [field] },
  });
}

function sample(text: string, maxTokens: number): InputRequest {
  return inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });
}

function say(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
