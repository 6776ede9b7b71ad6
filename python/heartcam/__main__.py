from heartcam_command import main  # type: ignore[import-untyped] # it is no part of this package

main()
