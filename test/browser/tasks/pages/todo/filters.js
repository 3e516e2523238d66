export const FILTERS = {
  All: () => true,
  Active: ({ completed }) => !completed,
  Completed: ({ completed }) => completed,
};
