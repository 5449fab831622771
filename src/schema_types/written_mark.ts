/** The line that marks generated modules. */
export const writtenMark = "// Written from the schema by the types task. Changes are lost: run the task again.";
