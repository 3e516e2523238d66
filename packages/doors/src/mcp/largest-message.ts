/** A whole file may be an argument. */
export const LARGEST_MESSAGE = 64 * 1024 * 1024;
