/** Why a file has no text. The message is for the caller: it names the fault of the file. */
export class FileFault extends Error {}
