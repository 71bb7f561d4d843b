import { Autocomplete, TagsInput } from '@mantine/core';
import { type ProgramSummary, programLabels } from '@stridewell/contract/programs/programs';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { programQuery, useSaveProgram } from './programs.queries.ts';

type LabelsDialogProps = {
  coachId: string;
  program: ProgramSummary;
  folders: readonly string[];
  onClose: () => void;
};

/** Where a program is kept. */
export function LabelsDialog({ coachId, program: summary, folders, onClose }: LabelsDialogProps) {
  const queries = useQueryClient();
  const save = useSaveProgram(coachId);
  const form = useSchemaForm(programLabels, {
    initialValues: { folder: summary.folder, tags: summary.tags },
    fieldFor: (path) => (path.startsWith('tags') ? 'tags' : path),
    async submit({ folder, tags }) {
      const { program, version } = await queries.fetchQuery(programQuery(coachId, summary.id));
      return save.mutateAsync({ programId: summary.id, basedOn: version, program, folder, tags });
    },
    onDone: onClose,
  });
  return (
    <FormDialog title="Folder and tags" form={form} submitLabel="Save" onClose={onClose}>
      <Autocomplete
        data-autofocus
        label="Folder"
        placeholder="None"
        maxLength={PROGRAM_BOUNDS.folder}
        data={[...folders]}
        {...form.getInputProps('folder')}
      />
      <TagsInput
        label="Tags"
        maxTags={PROGRAM_BOUNDS.tags}
        maxLength={PROGRAM_BOUNDS.tag}
        {...form.getInputProps('tags')}
      />
    </FormDialog>
  );
}
