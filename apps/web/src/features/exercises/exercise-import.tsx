import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { ImportDialog } from '../../ui/import-dialog.tsx';
import { ExerciseFileForm, type ExerciseSource } from './exercise-file-form.tsx';
import { ExerciseImportPreview } from './exercise-import-preview.tsx';

type ExerciseImportProps = { coachId: string; library: readonly Exercise[]; onClose: () => void };

/** Adds the exercises of a file, with a look at what would be added. */
export default function ExerciseImport({ coachId, library, onClose }: ExerciseImportProps) {
  return (
    <ImportDialog<ExerciseSource>
      title="Import exercises"
      source={(form) => <ExerciseFileForm {...form} />}
      onClose={onClose}
    >
      {(file, steps) => <ExerciseImportPreview coachId={coachId} file={file} library={library} steps={steps} />}
    </ImportDialog>
  );
}
