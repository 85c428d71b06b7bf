/** Thrown by a command for arguments that are wrong together, or whose content is wrong. */
export class WrongUsage extends Error {}
