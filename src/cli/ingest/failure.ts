/** Why an ingestion can't go on, or did not go well; the message says it all. */
export class IngestFailed extends Error {
  override readonly name = 'IngestFailed';
}

/** Why one item of the input can't be sent; the others go on. */
export class BadItem extends Error {
  override readonly name = 'BadItem';
}
