/** How long one picture of the spinner stands, in milliseconds. */
export const SPINNER_MS = 100;
