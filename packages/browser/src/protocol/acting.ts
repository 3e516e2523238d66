/** Actions that do something to a page. */
import type { Target } from './data.ts';

export interface ActingActions {
  navigate: { params: { url: string }; data: Loaded };
  back: { params: object; data: Loaded };
  forward: { params: object; data: Loaded };
  reload: { params: object; data: Loaded };
  click: {
    params: { target: Target; button: MouseButton; count: number };
    data: { clicked: true; disappeared: boolean; stable: boolean };
  };
  hover: { params: { target: Target }; data: { hovered: true; stable: boolean; elapsed: number } & MaybeHidden };
  scroll: { params: { target?: Target | undefined; by: string; direction: Direction }; data: Scrolled };
  fill: { params: FillParams; data: Filled };
  select: { params: { target: Target; optionText: string }; data: { selected: boolean; optionText: string } };
  press: { params: { target?: Target | undefined; key: string; count: number }; data: Pressed };
  type: { params: { target?: Target | undefined; text: string }; data: { typed: boolean; value: string } };
  drag: { params: { target: Target; to: Target }; data: Dragged };
  /** A piece of a file that is about to be uploaded, kept in the page. */
  'upload.part': {
    params: { target: Target; upload: string; file: number; offset: number; bytes: string };
    data: object;
  };
  upload: { params: { target: Target; upload: string; files: UploadFile[] }; data: Uploaded };
  wait: { params: { strategy: WaitStrategy; target: string; milliseconds: number }; data: Waited };
  dialog: { params: { answer?: DialogAnswer | undefined }; data: Dialogs };
  download: { params: { url?: string | undefined; target?: Target | undefined }; data: Downloaded };
}

interface Loaded {
  url: string;
  title: string;
  loadTime: number;
}

export type MouseButton = 'left' | 'middle' | 'right';
export type Direction = 'up' | 'down' | 'left' | 'right';

/** Said of a tab in the background, where a page draws nothing: what it does when drawn happens when the tab is shown. */
export interface MaybeHidden {
  hidden?: true;
}

interface Scrolled extends MaybeHidden {
  target: 'viewport' | 'element';
  before: number;
  after: number;
  scrolledPx: number;
  moved: boolean;
  stable: boolean;
  scrollHeight: number;
  clientHeight: number;
}

export type FillMethod = 'direct' | 'paste' | 'runtime-api';
export type World = 'isolated' | 'main';

export interface FillParams {
  target: Target;
  value: string;
  /** Absent: what suits the target. */
  method?: FillMethod | undefined;
  world?: World | undefined;
}

export interface Filled {
  /** Whether what was filled in holds exactly the value. */
  filled: boolean;
  /** What it holds; dots for a password. */
  verifiedValue: string;
  method: FillMethod | 'click';
  world: World;
  /** The editor whose own text was read back; absent for fields of the page. */
  editor?: string;
}

interface Pressed {
  pressed: string;
  /** Whether the page dealt with the key itself, so that nothing else was done. */
  prevented: boolean;
  /** What the key did besides: `submit`, `focus`, `insert`, … */
  did?: string;
  /** Where the focus is afterwards. */
  focus?: { tag: string; handle: string; name?: string };
}

interface Dragged extends MaybeHidden {
  dragged: true;
  /** Whether the target took it; known only where the page uses drag events. */
  dropped?: boolean;
  by: 'drag events' | 'pointer events';
}

export interface UploadFile {
  name: string;
  type: string;
  size: number;
  lastModified: number;
}

interface Uploaded {
  uploaded: boolean;
  files: { name: string; size: number }[];
  by: 'input' | 'drop';
}

export type WaitStrategy = 'selector' | 'url' | 'navigation' | 'text' | 'text-gone' | 'load' | 'idle';

interface Waited {
  matched: boolean;
  elapsed: number;
}

export interface DialogAnswer {
  accept: boolean;
  /** What is entered in a prompt. */
  text?: string | undefined;
}

interface Dialogs {
  /** How dialogs of the tab are answered; absent: by a person. */
  answer?: DialogAnswer;
  /** What the page has said in dialogs since. */
  seen: { type: 'alert' | 'confirm' | 'prompt'; message: string; answer: boolean | string | null }[];
}

interface Downloaded {
  file: string;
  size: number;
  url: string;
  mimeType: string;
}
