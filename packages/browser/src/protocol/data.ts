/** The things that params and data of several actions are made of. */

/** Which element is meant: exactly one of them. A name is what a person would call it: `Login`. */
export type Target = FoundTarget | { readonly name: string };

/** One that a read gives. */
export type FoundTarget = { readonly selector: string } | { readonly route: Route } | { readonly handle: string };

/** The way through shadow roots, from the document inwards. */
export interface Route {
  readonly hosts: { readonly selector: string; readonly index?: number | undefined }[];
  readonly target: string;
}

export interface ElementInfo {
  readonly handle: string;
  readonly tag: string;
  readonly selector?: string;
  readonly route?: Route;
  readonly role?: string;
  readonly type?: string;
  readonly label?: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly checked?: boolean;
  readonly options?: string[];
  readonly hasShadowRoot?: boolean;
  /** What is in it is not read out, as in a field for a password. */
  readonly masked?: boolean;
  /** The origin of the frame it is in; absent in the page itself. */
  readonly frame?: string;
}

export interface LinkInfo {
  readonly text: string;
  readonly href: string;
  readonly target: FoundTarget;
  readonly handle: string;
  readonly title?: string;
  readonly rel?: string;
  readonly targetAttr?: string;
  /** Whether it is in sight, without scrolling. */
  readonly visible: boolean;
  readonly frame?: string;
}

export interface ImageInfo {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly frame?: string;
}

export interface LandmarkInfo {
  readonly tag: string;
  readonly role: string;
  readonly label?: string;
}

export interface HeadingInfo {
  readonly level: number;
  readonly text: string;
}

export interface InspectedElement {
  readonly index: number;
  readonly tag: string;
  readonly id?: string;
  readonly classes?: string;
  readonly role?: string;
  readonly ariaLabel?: string;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly computed: Record<string, string>;
  readonly children: number;
  readonly descendants: number;
  readonly textLength: number;
  readonly scrollable: boolean;
  readonly scrollInfo?: Record<string, number>;
  readonly selector?: string;
  readonly route?: Route;
  readonly handle: string;
}

export interface TabInfo {
  readonly tab: string;
  readonly url: string;
  readonly title: string;
  /** Whether commands of the session that name no tab go to it. */
  readonly bound: boolean;
}

export interface SessionInfo {
  readonly session: string;
  readonly label?: string | undefined;
  readonly state: 'unbound' | 'bound' | 'paused';
  readonly tab?: string | undefined;
  readonly pacing?: 'human' | 'fast' | undefined;
  /** Why it is paused. */
  readonly reason?: string | undefined;
  /** The browser its tabs are in. */
  readonly browser?: string | undefined;
  readonly createdAt: number;
}
