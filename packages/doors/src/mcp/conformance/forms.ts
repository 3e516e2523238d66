import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';

type Form = ElicitRequestFormParams['requestedSchema'];

export const PERSON_FORM: Form = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

export const DEFAULTS_FORM: Form = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  required: [],
};

const OPTIONS = ['option1', 'option2', 'option3'];

const titled = (kind: string) =>
  ['First', 'Second', 'Third'].map((place, index) => ({ const: `value${index + 1}`, title: `${place} ${kind}` }));

export const ENUMS_FORM: Form = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
  required: [],
};
