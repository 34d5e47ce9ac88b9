/** The hash of the files, which the build sets. */
declare const VERSION: string;
/** The names of the files, which the build sets. */
declare const FILES: string[];
