/** The line that tells written modules from code of people. */
export const writtenMark = "// Written from the schema by the types task. Changes are lost: run the task again.";
