/** What became of a call: it runs, or how it ended. */
export type ToolState = 'running' | 'ok' | 'error' | 'denied' | 'cancelled';

/** What an edit replaces, for its diff. */
export interface EditView {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** A whole file is written: nothing of what was there stays. */
  readonly isWhole?: true;
}

/** What the conversation of a subagent has used so far. */
export interface AgentView {
  readonly requests: number;
  readonly calls: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
}

export const NEW_AGENT: AgentView = { requests: 0, calls: 0, tokens: 0, cost: 0 };

/** A step of the model's task list. */
export interface TodoView {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
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
  /** How long it took, in milliseconds. */
  readonly duration?: number;
  /** Calls of the subagent that it began, the latest ones. */
  readonly inner?: readonly ToolView[];
  readonly agent?: AgentView;
  /** The task list that it sets. */
  readonly todos?: readonly TodoView[];
}

/** Tools that only ask the user something. */
export const ASKS: ReadonlySet<string> = new Set(['AskUser', 'ExitPlanMode']);

/** Tools that only look at files: many such calls are shown as one. */
export const READS = 'Read';
export const SEARCHES: ReadonlySet<string> = new Set(['Grep', 'Glob']);

/** Whether it is a look at files that has succeeded. */
export function isLookUp({ name, state }: ToolView): boolean {
  return state === 'ok' && (name === READS || SEARCHES.has(name));
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export function toToolView({ id, name, input }: Call): ToolView {
  const edit = editOf(name, input);
  const todos = name === 'Todo' ? todosIn(input.items) : undefined;
  const argument = todos ? doneOf(todos) : firstArgument(input);
  return { id, name, argument, state: 'running', ...(edit && { edit }), ...(todos && { todos }) };
}

function todosIn(items: unknown): readonly TodoView[] | undefined {
  return Array.isArray(items) && items.every(isTodo) ? items : undefined;
}

function isTodo(item: unknown): item is TodoView {
  const { text, state } = (item ?? {}) as Partial<Record<string, unknown>>;
  return typeof text === 'string' && (state === 'open' || state === 'doing' || state === 'done');
}

/** `1 of 3 done` */
export function doneOf(todos: readonly TodoView[]): string {
  return `${todos.filter(({ state }) => state === 'done').length} of ${todos.length} done`;
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
  if (name === 'Write' && typeof content === 'string') return { path, before: '', after: content, isWhole: true };
  return undefined;
}
