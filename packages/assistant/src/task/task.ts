import * as v from 'valibot';

/** The states of a task are those of the model's own list, Todo. */
export const STATES = ['open', 'doing', 'done'] as const;

/** How others call them. */
const ALSO_CALLED: Readonly<Record<string, Task['status']>> = {
  pending: 'open',
  todo: 'open',
  in_progress: 'doing',
  'in-progress': 'doing',
  completed: 'done',
};

export const Task = v.object({
  id: v.string(),
  title: v.string(),
  description: v.optional(v.string()),
  status: v.picklist(STATES),
  /** Who should do it. */
  agent: v.optional(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});

export type Task = v.InferOutput<typeof Task>;

/** A state by any of its names. */
export function stateNamed(name: string): Task['status'] | undefined {
  return STATES.find((state) => state === name) ?? ALSO_CALLED[name];
}

const SIGNS = { open: '[ ]', doing: '[>]', done: '[x]' } as const;

/** A task in one line, and what is said of it below. */
export function viewTask({ id, title, description, status, agent }: Task): string {
  const line = `${SIGNS[status]} ${id}: ${title}${agent === undefined ? '' : ` (${agent})`}`;
  return description === undefined ? line : `${line}\n${description.replace(/^/gm, '    ')}`;
}
