/**
 * The answers that `format=table`, `group` and `forms` give. Their schemas are separate components and not alternatives of the
 * answer, so that typed clients know every field of the usual one to be there.
 */

import type { z } from 'zod/v3';
import type { Tool } from '../../../tools/contract/tool.js';
import { dataSchema, openSchema } from '../schema.js';
import { answerSchema, type Json, ref } from './components.js';

interface OtherForms {
  /** What the description of the answer says about them. */
  description: string;
  /** Components by name. */
  schemas: Record<string, Json>;
  /** Which argument gives which schema, for programs that look for it. */
  extension: Json;
}

/** `name` is how the names of the schemas of this operation begin. */
export function otherForms({ tool, output }: { tool: Tool; output: z.ZodTypeAny }, name: string): OtherForms {
  const forms: Array<{ argument: string; says: string; schemas: Record<string, Json> }> = [];
  const { otherData } = tool;
  // What takes the place of the usual answer says itself that its rows can be a table.
  if (tool.input.shape.format !== undefined && otherData === undefined)
    forms.push({
      argument: 'format=table',
      says: `the list is an object instead: columns, the names of the fields, and rows, the values of each row in that order, null for a field that a row does not have (schema ${name}TableAnswer)`,
      schemas: { [`${name}TableAnswer`]: answerSchema(tableData(tool, output)) },
    });
  if (tool.groupRow !== undefined)
    forms.push({
      argument: 'group',
      says: `the rows are sums, with the fields ${Object.keys(tool.groupRow.shape).join(', ')} (schema ${name}GroupAnswer)`,
      schemas: {
        [`${name}GroupAnswer`]: answerSchema({ type: 'array', items: ref('schemas', `${name}GroupRow`) }),
        [`${name}GroupRow`]: { ...openSchema(tool.groupRow), description: 'Lots added up' },
      },
    });
  if (tool.formsRow !== undefined)
    forms.push({
      argument: 'forms=3,5',
      says: `the rows are those of the chosen forms (schema ${name}FormsAnswer)`,
      schemas: {
        [`${name}FormsAnswer`]: answerSchema({ type: 'array', items: ref('schemas', `${name}FormsRow`) }),
        [`${name}FormsRow`]: openSchema(tool.formsRow),
      },
    });
  if (otherData !== undefined)
    forms.push({
      argument: otherData.when,
      says: `data has the fields ${Object.keys(otherData.schema.shape).join(', ')} (schema ${name}ViewAnswer)`,
      schemas: { [`${name}ViewAnswer`]: answerSchema(openSchema(otherData.schema)) },
    });
  if (forms.length === 0) return { description: '', schemas: {}, extension: {} };
  return {
    description: forms.map(({ argument, says }) => ` With ${argument}, ${says}.`).join(''),
    schemas: Object.assign({}, ...forms.map(({ schemas }) => schemas)),
    extension: {
      'x-other-forms': Object.fromEntries(
        forms.map(({ argument, schemas }) => [argument, ref('schemas', Object.keys(schemas)[0] ?? '')]),
      ),
    },
  };
}

/** The schema of `data` whose list is a table. */
function tableData(tool: Tool, output: z.ZodTypeAny): Json {
  const { schema, rows } = dataSchema(tool, output);
  const table = ref('schemas', 'RowTable');
  if (rows === schema) return table;
  // The list is a property of the record.
  const properties = Object.entries(schema.properties as Record<string, Json>);
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, one]) => [name, one === rows ? table : one])),
  };
}
