import type { FastifyReply } from 'fastify';

// Aspects are kept as JSON texts. An answer joins these texts, because parsing them would lose digits of long numbers.

/** Returns the JSON text of an object from the JSON texts of its members. */
export const joinJsonMembers = (members: Readonly<Record<string, string>>): string =>
  `{${Object.entries(members)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;

/** Returns the JSON texts of the members of an object. */
export const toJsonTexts = (members: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]));

export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
