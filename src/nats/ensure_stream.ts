import { loadJetStream, type NatsConnection, type NatsStreamConfig } from "./deps.ts";

/**
 * Creates a stream if it does not exist. An existing stream is not changed: operators may have configured it.
 *
 * @param connection to NATS
 * @param config the stream
 * @returns whether it was created
 */
export async function ensureStream(
  connection: NatsConnection,
  config: Partial<NatsStreamConfig> & Pick<NatsStreamConfig, "name" | "subjects">,
): Promise<boolean> {
  const { jetstreamManager, JetStreamApiCodes, JetStreamApiError } = await loadJetStream();
  const { streams } = await jetstreamManager(connection);
  try {
    await streams.info(config.name);
    return false;
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
    await streams.add(config);
    return true;
  }
}
