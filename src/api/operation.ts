/** How the calls of a tag are described: each by its id and its summary, and by the schemas of what it takes and answers. */
export const operationsOf =
  (tag: string) =>
  <Schemas extends object>(operationId: string, summary: string, schemas: Schemas) => ({
    ...{ tags: [tag], operationId, summary },
    ...schemas,
  });
