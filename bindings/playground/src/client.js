// The page's side of the worker.

import { MAX_TIME } from "./limits.js";

/**
 * @typedef {{ name: string, given: any, resolve: (result: any) => void, reject: (error: Error) => void }} Request
 */

/**
 * Sends one request at a time to a worker. A new request replaces a waiting one of its name, whose promise becomes `undefined`: while
 * the user types, only the newest text is of interest. A worker that does not answer in time is replaced.
 */
export class Client {
  /** @type {Worker} */
  #worker;
  #isReady = false;
  #id = 0;
  /** @type {Request | undefined} */
  #running;
  /** @type {Map<string, Request>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #make;
  #report;

  /**
   * @param {() => Worker} make Creates a worker.
   * @param {(message: string) => void} report Shows what went wrong with the worker.
   */
  constructor(make, report) {
    this.#make = make;
    this.#report = report;
    this.#worker = this.#start();
  }

  /**
   * @param {string} name The name of a function of `work.js`.
   * @param {any} given
   * @returns {Promise<any>}
   */
  ask(name, given) {
    return new Promise((resolve, reject) => {
      this.#waiting.get(name)?.resolve(undefined);
      this.#waiting.delete(name);
      this.#waiting.set(name, { name, given, resolve, reject });
      this.#next();
    });
  }

  #start() {
    this.#isReady = false;
    const worker = this.#make();
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.#fail(event.message || "its program cannot be loaded");
    return worker;
  }

  /** @param {any} data */
  #receive(data) {
    if (data.ready) {
      this.#isReady = true;
    } else if (data.broken !== undefined) {
      this.#fail(data.broken);
    } else if (data.id === this.#id && this.#running) {
      const { resolve, reject } = this.#running;
      this.#finish();
      if (data.failure === undefined) resolve(data.result);
      else reject(new Error(data.failure));
    }
    this.#next();
  }

  #finish() {
    clearTimeout(this.#timer);
    this.#running = undefined;
  }

  #next() {
    const [request] = this.#waiting.values();
    if (!this.#isReady || this.#running || !request) {
      return;
    }
    this.#waiting.delete(request.name);
    this.#running = request;
    this.#id += 1;
    this.#worker.postMessage({ id: this.#id, name: request.name, given: request.given });
    this.#timer = setTimeout(() => this.#fail(`it did not answer within ${MAX_TIME / 1000} seconds`), MAX_TIME);
  }

  /**
   * Replaces the worker, unless it never started: another would not either.
   * @param {string} reason
   */
  #fail(reason) {
    this.#worker.terminate();
    const running = this.#running;
    this.#finish();
    if (!this.#isReady) {
      this.#report(`The worker cannot start: ${reason}. Reload the page to try again.`);
      return;
    }
    running?.reject(new Error(`The worker was stopped: ${reason}.`));
    this.#report(`The worker was stopped and restarted: ${reason}. Change the text to continue.`);
    this.#worker = this.#start();
  }
}
