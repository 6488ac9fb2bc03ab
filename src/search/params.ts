/** The parameters of one statement. */
export class Params {
  readonly values: unknown[] = [];

  /** Returns the place of a value in the statement, such as `$3::text[]`. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
