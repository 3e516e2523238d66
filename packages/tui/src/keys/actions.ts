/** Where keys are pressed: while typing, while a list of proposals is open above the input, while a question is asked. */
export type KeyContext = 'input' | 'popup' | 'prompt';

interface ActionDefinition {
  readonly description: string;
  readonly contexts: readonly KeyContext[];
  /** Keys as people write them; two with a space between are pressed one after the other. */
  readonly keys: readonly string[];
}

const EVERYWHERE = ['input', 'popup', 'prompt'] as const;
const TYPING = ['input'] as const;
const CHOOSING = ['popup', 'prompt'] as const;

const DEFINITIONS = {
  submit: { description: 'Send the message', contexts: TYPING, keys: ['enter'] },
  newline: {
    description: 'Insert a new line',
    contexts: TYPING,
    keys: ['shift+enter', 'alt+enter', 'ctrl+enter', 'ctrl+j'],
  },
  queue: { description: 'Send the message after this turn', contexts: TYPING, keys: ['ctrl+q'] },
  editQueued: {
    description: 'Edit the last queued message',
    contexts: ['input', 'prompt'],
    keys: ['alt+up'],
  },
  complete: { description: 'Complete what is being typed', contexts: ['input', 'popup'], keys: ['tab'] },

  left: { description: 'One character to the left', contexts: TYPING, keys: ['left'] },
  right: { description: 'One character to the right', contexts: TYPING, keys: ['right', 'ctrl+f'] },
  wordLeft: { description: 'One word to the left', contexts: TYPING, keys: ['ctrl+left', 'alt+left', 'alt+b'] },
  wordRight: { description: 'One word to the right', contexts: TYPING, keys: ['ctrl+right', 'alt+right', 'alt+f'] },
  up: { description: 'One row up; from the first, the message before', contexts: TYPING, keys: ['up', 'ctrl+p'] },
  down: { description: 'One row down; from the last, the message after', contexts: TYPING, keys: ['down', 'ctrl+n'] },
  lineStart: { description: 'To the start of the line', contexts: TYPING, keys: ['home', 'ctrl+a'] },
  lineEnd: { description: 'To the end of the line', contexts: TYPING, keys: ['end', 'ctrl+e'] },
  textStart: { description: 'To the start of the message', contexts: TYPING, keys: ['ctrl+home', 'alt+<'] },
  textEnd: { description: 'To the end of the message', contexts: TYPING, keys: ['ctrl+end', 'alt+>'] },

  deleteBack: {
    description: 'Delete the character before the caret',
    contexts: TYPING,
    keys: ['backspace', 'shift+backspace'],
  },
  deleteForward: { description: 'Delete the character after the caret', contexts: TYPING, keys: ['delete'] },
  deleteOrExit: {
    description: 'Delete the character after the caret; with nothing typed, leave',
    contexts: TYPING,
    keys: ['ctrl+d'],
  },
  deleteWordBack: {
    description: 'Delete the word before the caret',
    contexts: TYPING,
    keys: ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
  },
  deleteWordForward: {
    description: 'Delete the word after the caret',
    contexts: TYPING,
    keys: ['alt+d', 'ctrl+delete', 'alt+delete'],
  },
  deleteToLineStart: { description: 'Delete to the start of the line', contexts: TYPING, keys: ['ctrl+u'] },
  deleteToLineEnd: { description: 'Delete to the end of the line', contexts: TYPING, keys: ['ctrl+k'] },
  yank: { description: 'Insert the last deleted text', contexts: TYPING, keys: ['ctrl+y'] },
  yankPop: {
    description: 'Replace the inserted text by the deletion before it',
    contexts: TYPING,
    keys: ['alt+y'],
  },
  transpose: { description: 'Swap the characters around the caret', contexts: TYPING, keys: ['ctrl+t'] },
  undo: { description: 'Undo', contexts: TYPING, keys: ['ctrl+_', 'ctrl+/'] },
  redo: { description: 'Redo', contexts: TYPING, keys: ['alt+_', 'alt+/', 'ctrl+shift+z'] },

  searchHistory: { description: 'Search the messages sent before', contexts: TYPING, keys: ['ctrl+r'] },
  externalEditor: {
    description: 'Edit the message in your editor',
    contexts: TYPING,
    keys: ['ctrl+g', 'ctrl+x ctrl+e'],
  },
  pasteImage: { description: 'Attach the image in the clipboard', contexts: TYPING, keys: ['ctrl+v', 'alt+v'] },

  previous: { description: 'Previous choice', contexts: CHOOSING, keys: ['up', 'ctrl+p'] },
  next: { description: 'Next choice', contexts: CHOOSING, keys: ['down', 'ctrl+n'] },
  previousPage: { description: 'Previous page of choices', contexts: CHOOSING, keys: ['pageup'] },
  nextPage: { description: 'Next page of choices', contexts: CHOOSING, keys: ['pagedown'] },
  choose: { description: 'Select the choice', contexts: CHOOSING, keys: ['enter'] },
  close: { description: 'Cancel', contexts: CHOOSING, keys: ['escape'] },

  stop: { description: 'Stop this step; twice, the turn', contexts: TYPING, keys: ['escape'] },
  cancel: {
    description: 'Clear the input or stop the turn; twice with nothing to clear, leave',
    contexts: EVERYWHERE,
    keys: ['ctrl+c'],
  },
  background: {
    description: 'Move the running command to the background',
    contexts: ['input', 'prompt'],
    keys: ['ctrl+b'],
  },
  cycleMode: { description: 'Switch to the next permission mode', contexts: ['input', 'prompt'], keys: ['shift+tab'] },
  expand: { description: 'Show truncated output in full', contexts: EVERYWHERE, keys: ['ctrl+o'] },
  tasks: { description: 'Show background work', contexts: TYPING, keys: ['alt+t'] },
  pickModel: { description: 'Change the model', contexts: TYPING, keys: ['alt+p'] },
  cycleEffort: { description: 'Change how hard the model thinks', contexts: TYPING, keys: ['alt+e'] },
  clearScreen: { description: 'Redraw the screen', contexts: EVERYWHERE, keys: ['ctrl+l'] },
  suspend: { description: 'Suspend to the shell', contexts: EVERYWHERE, keys: ['ctrl+z'] },
  help: { description: 'Show keys and commands', contexts: TYPING, keys: ['f1'] },
} as const satisfies Readonly<Record<string, ActionDefinition>>;

/** What a key can be bound to. */
export type Action = keyof typeof DEFINITIONS;

export const ACTIONS: Readonly<Record<Action, ActionDefinition>> = DEFINITIONS;

export const ACTION_NAMES = Object.keys(DEFINITIONS) as readonly Action[];

export function isAction(name: string): name is Action {
  return Object.hasOwn(DEFINITIONS, name);
}
