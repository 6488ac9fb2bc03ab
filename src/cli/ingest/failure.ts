/** Why one item of the input cannot be sent. The others are sent. */
export class BadItem extends Error {
  override readonly name = 'BadItem';
}
