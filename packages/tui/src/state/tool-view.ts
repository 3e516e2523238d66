/** What became of a call: it runs, or how it ended. */
export type ToolState = 'running' | 'ok' | 'error' | 'denied' | 'cancelled';

/** What an edit replaces, for its diff. */
export interface EditView {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A call of a tool as it is shown. */
export interface ToolView {
  readonly id: string;
  readonly name: string;
  /** Its first argument, in one line. */
  readonly argument: string;
  readonly state: ToolState;
  /** What became of it, or what it is at, in a few words. */
  readonly brief?: string;
  readonly edit?: EditView;
  /** All that it gave, for whoever wants to see it. */
  readonly output?: string;
  /** Calls of the subagent that it began, the latest ones. */
  readonly inner?: readonly ToolView[];
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export function toToolView({ id, name, input }: Call): ToolView {
  const edit = editOf(name, input);
  return { id, name, argument: firstArgument(input), state: 'running', ...(edit && { edit }) };
}

/** The value of the first argument, in one line. */
function firstArgument(input: Readonly<Record<string, unknown>>): string {
  const [first] = Object.values(input);
  if (first === undefined) return '';
  const text = typeof first === 'string' ? first : JSON.stringify(first);
  return text.replace(/\s+/g, ' ').trim();
}

function editOf(name: string, input: Readonly<Record<string, unknown>>): EditView | undefined {
  const { file_path: path, old_string: before, new_string: after, content } = input;
  if (typeof path !== 'string') return undefined;
  if (name === 'Edit' && typeof before === 'string' && typeof after === 'string') return { path, before, after };
  if (name === 'Write' && typeof content === 'string') return { path, before: '', after: content };
  return undefined;
}
