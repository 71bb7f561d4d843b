// Plain HTTP instead of procedures, because the bodies are files: programs as PDFs with the coach's name.

export const templatePdfUrl = (coachId: string, programId: string): string =>
  `/exports/${coachId}/programs/${programId}.pdf`;
export const clientProgramPdfUrl = (coachId: string, clientProgramId: string): string =>
  `/exports/${coachId}/client-programs/${clientProgramId}.pdf`;
/** The program of the calling client. */
export const OWN_PROGRAM_PDF_URL = '/exports/own/program.pdf';
