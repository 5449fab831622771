import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  type DataOptions,
  describeType,
  type EspalierPropertiesInput,
  graphql,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

/** An entity without a version. */
export class Note {
  constructor(readonly id: string, readonly text: string) {}
}
describeType(Note, { id: t.id, text: t.string }, { id: "id" });

export class Notes extends repository(Note, { findByText: "list" }) {}

class NoteController {
  constructor(readonly notes: Notes) {}

  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.nullable(t.object(() => Note)) })
  note(id: string): Promise<Note | null> {
    return this.notes.findById(id);
  }

  @MutationMapping({
    params: [param.argument("id", t.id), param.argument("text", t.string)],
    returns: t.object(() => Note),
  })
  saveNote(id: string, text: string): Promise<Note> {
    return this.notes.save(new Note(id, text));
  }
}

const schema = `type Query { note(id: ID!): Note }
  type Mutation { saveNote(id: ID!, text: String!): Note }
  type Note { id: ID! text: String! }`;

/** Starts an application that reads and writes notes by REST and by GraphQL. */
export async function notesApp(options: DataOptions, properties: EspalierPropertiesInput = {}): Promise<Application> {
  const notes = new ContainerModule(({ bind }) => {
    bind(Notes).toResolvedValue((database) => new Notes(database), [Database]);
  });
  const container = createContainer(
    data({ entities: [Note], ...options }),
    graphql({ schema: [Resource.text("notes", schema)] }),
    controller(NoteController, Notes),
    rest(),
    notes,
    exportRepository(Notes, { writable: true }),
  );
  return await createApp(container, { properties: { logging: { level: "OFF" }, ...properties } });
}

/** What a client gets. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The classification of the first error of a GraphQL response. */
  readonly classification?: string | undefined;
  // deno-lint-ignore no-explicit-any -- of any shape
  readonly body: any;
}

/** Sends a request with a JSON body. */
export async function sendJson(app: Application, method: string, path: string, body?: unknown): Promise<Answer> {
  const init = body === undefined ? {} : {
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
  const response = await app.fetch(new Request(`http://localhost${path}`, { method, ...init }));
  const text = await response.text();
  const answer = text === "" ? undefined : JSON.parse(text);
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    classification: answer?.errors?.[0]?.extensions?.classification,
    body: answer,
  };
}

/** Saves a note by GraphQL. */
export function mutate(app: Application, id: string, text: string): Promise<Answer> {
  return sendJson(app, "POST", "/graphql", {
    query: "mutation ($id: ID!, $text: String!) { saveNote(id: $id, text: $text) { id } }",
    variables: { id, text },
  });
}

/** Reads a note by GraphQL. */
export function query(app: Application, id: string): Promise<Answer> {
  return sendJson(app, "POST", "/graphql", {
    query: "query ($id: ID!) { note(id: $id) { text } }",
    variables: { id },
  });
}
