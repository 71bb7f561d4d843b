import { Autocomplete, Stack, TagsInput } from '@mantine/core';
import type { ProgramSummary } from '@stridewell/contract/programs/programs';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
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
  const [folder, setFolder] = useState(summary.folder);
  const [tags, setTags] = useState(summary.tags);
  const [failed, setFailed] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailed(null);
    try {
      const { program, version } = await queries.fetchQuery(programQuery(coachId, summary.id));
      await save.mutateAsync({ programId: summary.id, basedOn: version, program, folder, tags });
      onClose();
    } catch (error) {
      setFailed(error);
    }
  };
  return (
    <Dialog opened onClose={onClose} title="Folder and tags">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Autocomplete
            data-autofocus
            label="Folder"
            placeholder="None"
            maxLength={PROGRAM_BOUNDS.folder}
            data={[...folders]}
            value={folder}
            onChange={setFolder}
          />
          <TagsInput
            label="Tags"
            maxTags={PROGRAM_BOUNDS.tags}
            maxLength={PROGRAM_BOUNDS.tag}
            value={tags}
            onChange={setTags}
          />
          <ProblemAlert error={failed} fallback="Nothing was saved. Please try again." />
          <DialogActions label="Save" cancelLabel="Cancel" onCancel={onClose} busy={save.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}
