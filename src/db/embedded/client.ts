import type { BackendMessage, CommandCompleteMessage, DatabaseError } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { serialize } from 'pg-protocol/dist/serializer';
import { DeadlinePassed } from '../../core/deadline.js';
import { readTooLarge } from '../bounded-read.js';
import { OutcomeUnknown } from '../errors.js';
import type { QueryOptions } from '../query.js';
import type { Engine } from './engine.js';
import { type Result, type ResultOptions, readResult, values } from './result.js';
import { Turns } from './turns.js';

/** Sends the messages of one statement and a Sync. @throws DatabaseError when PostgreSQL rejects it */
export type Send = (
  statement: readonly Uint8Array[],
  options?: QueryOptions,
) => Promise<readonly BackendMessage[]>;

/** Runs statements: the database, where each statement is a separate transaction, or a transaction. */
export interface Session {
  query<Row>(
    sql: string,
    params?: readonly unknown[],
    options?: ResultOptions & QueryOptions,
  ): Promise<Result<Row>>;
  /** Runs a script of any number of statements. */
  exec(sql: string): Promise<void>;
}

export interface OpenTransaction extends Session {
  readonly send: Send;
  commit(options?: QueryOptions): Promise<void>;
  rollback(): Promise<void>;
}

/** The only session of the embedded PostgreSQL. */
export class EmbeddedClient implements Session {
  readonly #engine: Engine;
  readonly #parser = new Parser();
  /** Taken by the open transaction. */
  readonly #turns = new Turns();
  /** Statements and transactions so far that may have written. */
  writes = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  query<Row>(sql: string, params: readonly unknown[] = [], options: ResultOptions & QueryOptions = {}) {
    return this.inTurn((send) => query<Row>(send, sql, params, options), options);
  }

  exec(sql: string) {
    return this.inTurn((send) => exec(send, sql));
  }

  /**
   * Sends one statement, after the open transaction and the work that already waits for its end.
   *
   * @param statement must call `send` synchronously and once
   */
  async inTurn<T>(statement: (send: Send) => Promise<T>, { deadline }: QueryOptions = {}): Promise<T> {
    const release = this.#turns.isTaken ? await this.#turns.take() : () => {};
    try {
      if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: true });
      // Not awaited: the engine runs requests in the order in which they are sent.
      return statement(this.#send);
    } finally {
      release();
    }
  }

  async begin({ deadline }: QueryOptions = {}): Promise<OpenTransaction> {
    const release = await this.#turns.take();
    try {
      if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: true });
      await exec(this.#send, 'BEGIN');
    } catch (error) {
      release();
      throw error;
    }
    let isOpen = true;
    const send: Send = (...statement) =>
      isOpen ? this.#send(...statement) : Promise.reject(new Error('The transaction is closed'));
    const end = async (command: 'COMMIT' | 'ROLLBACK', options?: QueryOptions) => {
      const ended = send([serialize.query(command)], options);
      isOpen = false;
      try {
        const { text } = (await ended).find(isComplete)!;
        if (text !== command) throw new Error('a statement failed, so the transaction was rolled back');
      } finally {
        release();
      }
    };
    return {
      send,
      query: (sql, params = [], options = {}) => query(send, sql, params, options),
      exec: (sql) => exec(send, sql),
      commit: (options) => end('COMMIT', { ...options, changes: true }),
      rollback: () => end('ROLLBACK'),
    };
  }

  async transaction<T>(work: (tx: OpenTransaction) => Promise<T>, options?: QueryOptions): Promise<T> {
    const tx = await this.begin(options);
    let result: T;
    try {
      result = await work(tx);
    } catch (error) {
      await tx.rollback();
      throw error;
    }
    await tx.commit(options);
    return result;
  }

  readonly #send: Send = async (statement, options) => {
    const { buffer } = await this.#engine.send([...statement, serialize.sync()], options);
    const { maxBytes = Number.POSITIVE_INFINITY } = options ?? {};
    if (buffer.byteLength > maxBytes) throw readTooLarge(maxBytes);
    const answer: BackendMessage[] = [];
    let error: DatabaseError | undefined;
    this.#parser.parse(Buffer.from(buffer), (message) => {
      if (message.name === 'error') error ??= message as DatabaseError;
      answer.push(message);
    });
    if (options?.changes || answer.some(mayHaveWritten)) this.writes += 1;
    if (!error) return answer;
    if (options?.changes && error.severity !== 'ERROR') throw new OutcomeUnknown(undefined, { cause: error });
    throw error;
  };
}

const isComplete = (message: BackendMessage): message is CommandCompleteMessage =>
  message.name === 'commandComplete';

/** Whether a statement has changed rows, or ended a transaction in which others may have. `WITH` hides what it changes. */
const mayHaveWritten = (message: BackendMessage): boolean =>
  isComplete(message) &&
  !/^(SELECT|SET|SHOW|BEGIN|ROLLBACK|FETCH)\b|^(UPDATE|DELETE|INSERT 0|MERGE) 0$/.test(message.text);

async function query<Row>(
  send: Send,
  text: string,
  params: readonly unknown[],
  options: ResultOptions & QueryOptions,
) {
  const statement = [
    serialize.parse({ text }),
    serialize.bind(values(params)),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
  ];
  return readResult<Row>(await send(statement, options), options);
}

const exec = async (send: Send, script: string) => void (await send([serialize.query(script)]));
