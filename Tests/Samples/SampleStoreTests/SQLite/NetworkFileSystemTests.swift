import Testing

@testable import SampleStore

struct NetworkFileSystemTests {
  @Test(arguments: [
    (0x6969, "NFS"), (0xFF53_4D42, "SMB"), (0xFE53_4D42, "SMB"), (0x0102_1997, "9P"),
    (0xEF53, nil), (0x0102_1994, nil), (0x9123_683E, nil),
  ])
  func `file systems of other machines are known by their numbers`(
    _ number: UInt32, _ name: String?
  ) {
    #expect(StoreFiles.networks[number] == name)
  }

  private static let mounts = """
    /dev/vda / ext4 rw 0 0
    ada@host:/home /home/ada/far fuse.sshfs rw,nosuid 0 0
    /dev/sdb1 /home/ada/far/stick fuseblk rw 0 0
    remote: /mnt/cloud fuse.rclone rw 0 0

    """

  @Test(arguments: [
    ("/home/ada/far/health.db", "sshfs"), ("/home/ada/far", "sshfs"),
    ("/home/ada/far/stick/health.db", nil), ("/home/ada/farther/health.db", nil),
    ("/home/ada/health.db", nil), ("/mnt/cloud/a/health.db", "rclone"),
  ])
  func `a file system of a program is known by the mount that the path is below`(
    _ path: String, _ name: String?
  ) {
    #expect(StoreFiles.network(ofFUSE: path, mounts: Self.mounts) == name)
  }

  @Test func `a store on a local disk is not warned of`() throws {
    #expect(try TemporaryStore(.sqlite).open().warnings == [])
  }
}
