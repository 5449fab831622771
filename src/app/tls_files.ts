import type { HttpListener, TlsKeyPair } from "../http/mod.ts";
import type { EspalierProperties, Logger } from "../kernel/mod.ts";
import { StartupError } from "./startup_error.ts";

/** Remaining validity of a certificate below which it is logged as expiring, in milliseconds: two weeks. */
const expiringMs = 14 * 86_400_000;

/** The files of a certificate and its key, read again while the server runs. */
export class TlsFiles {
  readonly #certificateFile: string;
  readonly #keyFile: string;
  readonly #intervalMs: number;
  readonly #logger: Logger;
  #current: TlsKeyPair;
  /** How often in a row the files did not fit. */
  #refusals = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reloading: Promise<void> | undefined;

  private constructor(http: EspalierProperties["http"], logger: Logger, current: TlsKeyPair) {
    this.#certificateFile = http.tlsCertificateFile;
    this.#keyFile = http.tlsKeyFile;
    this.#intervalMs = http.tlsReloadIntervalMs;
    this.#logger = logger;
    this.#current = current;
  }

  /**
   * Reads the files that the configuration names.
   *
   * @param http names the files
   * @param logger category `espalier.app`
   * @returns the files, or `undefined` if the service uses plain HTTP
   * @throws StartupError when a file is missing or can't be read, or the key is not the certificate's
   */
  static async open(http: EspalierProperties["http"], logger: Logger): Promise<TlsFiles | undefined> {
    const { tlsCertificateFile, tlsKeyFile } = http;
    if (tlsCertificateFile === "" && tlsKeyFile === "") return undefined;
    if (tlsCertificateFile === "" || tlsKeyFile === "") {
      const missing = tlsKeyFile === "" ? "http.tlsKeyFile" : "http.tlsCertificateFile";
      throw new StartupError(`Cannot serve TLS as property "${missing}" must name a file`, undefined);
    }
    const files = new TlsFiles(http, logger, {
      cert: await readAtStart("certificate", tlsCertificateFile),
      key: await readAtStart("private key", tlsKeyFile),
    });
    await files.#checkAtStart();
    return files;
  }

  async #checkAtStart(): Promise<void> {
    try {
      this.#warnOfExpiry(await validityOf(this.#current));
    } catch (cause) {
      throw new StartupError(
        `Cannot serve TLS with certificate "${this.#certificateFile}" and key "${this.#keyFile}" as they must be PEM ` +
          `files of one pair: ${cause instanceof Error ? cause.message : cause}`,
        cause,
      );
    }
  }

  /** The certificate and the key as they were read last. */
  get current(): TlsKeyPair {
    return this.#current;
  }

  /**
   * Rereads the files at an interval, and uses a changed certificate.
   *
   * @param listener serves
   */
  watch(listener: HttpListener): void {
    if (this.#intervalMs === 0) return;
    this.#timer = setTimeout(() => {
      this.#reloading = this.#reload(listener).then(() => {
        if (this.#timer !== undefined) this.watch(listener);
      });
    }, this.#intervalMs);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  /** Stops rereading the files, and waits for a reload that has begun. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#reloading;
  }

  async #reload(listener: HttpListener): Promise<void> {
    try {
      const cert = await Deno.readTextFile(this.#certificateFile);
      const key = await Deno.readTextFile(this.#keyFile);
      if (cert === this.#current.cert && key === this.#current.key || this.#timer === undefined) return;
      const validTo = await validityOf({ cert, key });
      await listener.replaceCertificate({ cert, key });
      this.#current = { cert, key };
      this.#refusals = 0;
      this.#logger.info(`Serving with the new certificate of "${this.#certificateFile}"`);
      this.#warnOfExpiry(validTo);
    } catch (error) {
      // The first failure is ignored, as a tool may still be writing the other file; only the second one is logged.
      if (++this.#refusals !== 2) return;
      this.#logger.warn(
        `Cannot use the certificate of "${this.#certificateFile}" with the key of "${this.#keyFile}": serving with the ` +
          "previous one",
        { error },
      );
    }
  }

  #warnOfExpiry(validTo: Date): void {
    const leftMs = validTo.getTime() - Date.now();
    if (!(leftMs < expiringMs)) return;
    const state = leftMs <= 0 ? "has expired" : "expires";
    this.#logger.warn(`The certificate of "${this.#certificateFile}" ${state} on ${validTo.toISOString()}: renew it`);
  }
}

/**
 * Checks that a key belongs to a certificate.
 *
 * @returns the end of the certificate's validity
 * @throws Error when they can't be read or are no pair
 */
async function validityOf({ cert, key }: TlsKeyPair): Promise<Date> {
  const { createPrivateKey, X509Certificate } = await import("node:crypto");
  const certificate = new X509Certificate(cert);
  if (certificate.checkPrivateKey(createPrivateKey(key))) return new Date(certificate.validTo);
  throw new TypeError("the key belongs to another certificate");
}

async function readAtStart(kind: string, file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotCapable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(`Cannot serve TLS as the ${kind} can't be read from "${file}": ${reason}`, cause);
  }
}
