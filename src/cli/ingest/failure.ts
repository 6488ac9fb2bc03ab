/** Why an ingestion stopped or was incomplete. The message needs no stack. */
export class IngestFailed extends Error {
  override readonly name = 'IngestFailed';
}

/** Why one item of the input can't be sent. The others are sent. */
export class BadItem extends Error {
  override readonly name = 'BadItem';
}
