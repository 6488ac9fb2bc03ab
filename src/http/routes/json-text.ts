import type { FastifyReply } from 'fastify';

// Aspects are stored as JSON texts. A response joins these texts, because parsing them would lose digits of long
// numbers.

/** A result whose text is joined already. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the JSON text of an object from the JSON texts of its members. */
export const joinJsonMembers = (members: Readonly<Record<string, string>>): string =>
  `{${Object.entries(members)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;

/** Returns the JSON texts of the members of an object. Those that are undefined are left out, as in JSON. */
export const toJsonTexts = (members: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, JSON.stringify(value)]),
  );

export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
