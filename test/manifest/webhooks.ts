import type { Operations, Subject } from './operation.js';

const privileges = ['MANAGE_WEBHOOKS'] as const;
const args = ({ webhook: id }: Subject) => ({ id });

export const webhooks: Operations = {
  'query listWebhooks': { select: '{ total webhooks { id name url state } }', privileges },
  'query webhookDeliveries': { args, select: '{ total deliveries { type state } }', privileges },
  'mutation createWebhook': {
    args: () => ({ input: { name: 'x', url: 'https://hooks.example/' } }),
    select: '{ id secret }',
    privileges,
    events: ['CreateWebhookEvent'],
  },
  'mutation updateWebhook': {
    args: (on) => ({ input: { ...args(on), name: 'x' } }),
    privileges,
    events: ['UpdateWebhookEvent'],
  },
  'mutation pauseWebhook': { args, privileges, events: ['PauseWebhookEvent'] },
  'mutation resumeWebhook': { args, privileges, events: ['ResumeWebhookEvent'] },
  'mutation rotateWebhookSecret': {
    args,
    select: '{ id secret previousSecretUntil }',
    privileges,
    events: ['RotateWebhookSecretEvent'],
  },
  'mutation deleteWebhook': { args, privileges, events: ['DeleteWebhookEvent'] },
  'mutation takeOverWebhook': { args, privileges, events: ['TakeOverWebhookEvent'] },
  'mutation testWebhook': { args, select: '{ type state }', privileges },
  'mutation replayWebhook': {
    args: (on) => ({ ...args(on), sinceMillis: 0 }),
    privileges,
    events: ['EnableWebhookEvent'],
  },
};
